import type { Queryable } from './connect.server.ts';

const statements = new WeakMap<Queryable, Map<string, unknown>>();

/** A prepared statement of this database, planned once: `make` must name it `name`. */
export function preparedOnce<Statement>(db: Queryable, name: string, make: (name: string) => Statement): Statement {
  const own = statements.get(db) ?? new Map<string, unknown>();
  statements.set(db, own);
  const statement = (own.get(name) as Statement | undefined) ?? make(name);
  own.set(name, statement);
  return statement;
}
