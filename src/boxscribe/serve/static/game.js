// Changes of the box score: the server reads and checks the changed table. The plan has its values then.
import { json } from "./api.js";
import { change, factNow, model } from "./model.js";
import { withEntity, withoutEntity, withValue } from "./table.js";

async function renew(table) {
  const game = await json("/v1/tables", { source: table });
  const ids = new Set(game.entities.map((one) => one.id));
  change(() => {
    model.game = game;
    const kept = (facts) => facts.filter((fact) => ids.has(fact.entity)).map(factNow).filter((fact) => fact.value);
    model.plan = model.plan.map((card) => ({ ...card, facts: kept(card.facts) })).filter((card, at) => card.facts.length || !model.plan[at].facts.length);
    model.chosen = null;
  });
}

export const changeCell = (cell, value) => renew(withValue(model.game.table, cell, value));

export const addEntity = (...entity) => renew(withEntity(model.game.table, ...entity));

export const removeEntity = (id) => renew(withoutEntity(model.game.table, id));
