// Where the cells of a table stand in its box score.

/** The elements of a box score by what they show. */
class Places {
  constructor(sheets) {
    this.cells = new Map(); // "entity type" → cells
    this.names = new Map(); // entity → the heads of its rows
    for (const name of sheets.querySelectorAll('[data-entity]')) {
      const entity = Number(name.dataset.entity);
      put(this.names, entity, name);
      const heads = name.closest('table').tHead?.rows[0].cells ?? [];
      for (const cell of name.closest('tr').querySelectorAll('td')) {
        const type = heads[cell.cellIndex]?.dataset.type;
        if (type !== undefined && cell.textContent) put(this.cells, `${entity} ${type}`, cell);
      }
    }
  }

  heads(entity) {
    return this.names.get(entity) ?? [];
  }

  /** Where a cell stands; a part of a name stands at the head of its row. */
  of([entity, type]) {
    return this.cells.get(`${entity} ${type}`) ?? this.heads(entity);
  }
}

function put(map, key, value) {
  map.set(key, [...(map.get(key) ?? []), value]);
}
