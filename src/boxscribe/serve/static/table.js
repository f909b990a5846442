// Tables with a change: another value in a cell, a player more or less.

/** The table with another value in a cell; with an empty one it has no such cell. */
export function withValue(table, { entity, type }, value) {
  const copy = structuredClone(table);
  const owner = copy.entities.find((one) => one.id === entity);
  if (!Array.isArray(owner.records)) {
    if (value) owner.records[type] = value;
    else delete owner.records[type];
    return copy;
  }
  const others = owner.records.filter((record) => record.type !== type);
  const place = owner.records.findIndex((record) => record.type === type);
  if (value) others.splice(place < 0 ? others.length : place, 0, { ...owner.records[place], type, value });
  owner.records = others;
  return copy;
}

/** Whether a cell has one value, or none: the others cannot be changed by writing a value. */
export function isSingle(table, { entity, type }) {
  const records = table.entities.find((one) => one.id === entity)?.records ?? {};
  return Array.isArray(records) ? records.filter((record) => record.type === type).length < 2 : !Array.isArray(records[type]);
}

/** The table with a further entity like `model`, another one of its kind and side, behind it; `nameTypes` are the types
 *  of the parts of its name, and `values` what is known of it, by type. */
export function withEntity(table, model, name, nameTypes, values) {
  const copy = structuredClone(table);
  const at = copy.entities.findIndex((one) => one.id === model);
  const words = name.split(/\s+/);
  const parts = nameTypes.map((type, number) => [type, (number === nameTypes.length - 1 ? words.slice(number) : words.slice(number, number + 1)).join(" ")]);
  const ids = new Set(copy.entities.map((one) => one.id));
  let id = copy.entities.length;
  while (ids.has(String(id))) id += 1;
  const records = Object.fromEntries([...parts, ...Object.entries(values)].filter(([, value]) => value));
  const { kind, features } = copy.entities[at];
  copy.entities.splice(at + 1, 0, { id: String(id), name, kind, ...(features && { features }), records });
  return copy;
}

export const withoutEntity = (table, id) => ({ ...table, entities: table.entities.filter((one) => one.id !== id) });
