import { perOwner } from '../platform/process/in-batches.ts';
import type { Queryable } from './connect.server.ts';

const statementsOf = perOwner((_db: Queryable) => new Map<string, unknown>());

/** A prepared statement of this database, planned once. @param make must give it this name */
export function preparedOnce<Statement>(db: Queryable, name: string, make: (name: string) => Statement): Statement {
  const statements = statementsOf(db);
  const statement = (statements.get(name) as Statement | undefined) ?? make(name);
  statements.set(name, statement);
  return statement;
}
