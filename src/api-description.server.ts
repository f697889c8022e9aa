import type { SwaggerOptions } from '@fastify/swagger';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { trackBody } from './features/tracking/tracking.contract.ts';
import { siteLanguages } from './platform/settings/site-languages.ts';
import { errorBody } from './platform/wire/wire.ts';

type Responses = Record<string, unknown>;
type Document = {
  paths?: Record<string, Record<string, { responses?: Responses }>>;
  components?: { schemas?: Record<string, unknown> };
};

function jsonSchema(schema: z.ZodType): object {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest;
}

const anError = {
  description: 'An error. `details` only where a field is named.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
};

// Beacons have a scope of their own, because they also come as text; so the generator does not see this call.
const track = () => ({
  post: {
    summary: 'Count events of a visit, one or a list',
    tags: ['Tracking'],
    requestBody: {
      required: true,
      content: Object.fromEntries(
        ['application/json', 'text/plain'].map((type) => [type, { schema: jsonSchema(trackBody) }]),
      ),
    },
    responses: { 204: { description: 'Taken.' } },
  },
});

/** Adds what no single route says: the envelope of errors, and the beacons. */
function complete<Given extends object>(generated: Given): Given {
  const document = generated as Document;
  document.paths = { ...document.paths, '/track': track() };
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, Error: jsonSchema(errorBody) },
  };
  for (const operations of Object.values(document.paths))
    for (const operation of Object.values(operations))
      operation.responses = { ...operation.responses, default: anError };
  return generated;
}

const idempotencyKey = {
  type: 'object',
  properties: {
    'Idempotency-Key': {
      type: 'string',
      pattern: '^[\\x21-\\x7e]{1,255}$',
      description:
        'The same key with the same body within 24 hours answers with the first result; with another body 422, while it is running 409.',
    },
  },
};

/** Every call takes it (platform/http/api-language.server.ts), before its own schema sees the query. */
const language = () => ({
  type: 'string',
  enum: siteLanguages(),
  description: "The preferred language of content; by default the site's, the first of these.",
});

type Query = { properties?: object; required?: string[] };

type Transform = NonNullable<Extract<SwaggerOptions, { transform?: unknown }>['transform']>;
const describeCall: Transform = (given) => {
  const { schema, url } = jsonSchemaTransform(given as Parameters<typeof jsonSchemaTransform>[0]);
  if (schema?.hide) return { schema, url };
  const query = schema?.querystring as Query | undefined;
  const querystring = { type: 'object', ...query, properties: { ...query?.properties, lang: language() } };
  const headers = given.route.config?.isIdempotent ? { headers: idempotencyKey } : {};
  return { schema: { ...schema, querystring, ...headers }, url };
};

/** For @fastify/swagger: the OpenAPI document of everything below /api. */
export const apiDescription: SwaggerOptions = {
  openapi: {
    openapi: '3.1.0',
    info: {
      title: 'API',
      description:
        'What the site reads and writes. Success is `{ "data": … }`; an error is the schema `Error`. `?lang=hi` prefers content in that language; `Accept-Language` decides the message of errors only.',
      version: '1',
    },
    servers: [{ url: '/api' }],
  },
  transform: describeCall,
  transformObject: (document) =>
    complete('openapiObject' in document ? document.openapiObject : document.swaggerObject),
};
