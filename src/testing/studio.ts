import type { LightMyRequestResponse } from 'fastify';
import type { Role } from '../database/schema.ts';
import type { TestApp } from './build-test-app.ts';
import { join, type Member } from './join.ts';

export type Colleague = Member & {
  get(path: string): Promise<LightMyRequestResponse>;
  post(path: string, body?: unknown): Promise<LightMyRequestResponse>;
  put(path: string, body: unknown): Promise<LightMyRequestResponse>;
  remove(path: string): Promise<LightMyRequestResponse>;
};

/** Somebody of the newsroom, with calls of `/api/studio` as this person. */
export async function colleague(test: TestApp, ...roles: Role[]): Promise<Colleague> {
  const member = await join(test.services, { roles });
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
    test.app.inject({
      method,
      url: `/api/studio${path}`,
      headers: { ...member.lasting, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
  return {
    ...member,
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    put: (path, body) => call('PUT', path, body),
    remove: (path) => call('DELETE', path),
  };
}

export const dataOf = <Data = Record<string, never>>(answer: LightMyRequestResponse): Data => {
  if (answer.statusCode >= 300) throw new Error(`${answer.statusCode}: ${answer.body}`);
  return answer.json<{ data: Data }>().data;
};
