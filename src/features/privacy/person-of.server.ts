import type { Person } from '../../platform/feature.ts';
import { identifiersOf, type UserRow } from '../users/users.queries.server.ts';

export const personOf = (user: UserRow): Person => ({ userId: user.id, identifiers: identifiersOf(user) });
