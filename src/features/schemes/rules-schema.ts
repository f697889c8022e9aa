import { factIds, factOf } from './facts.ts';

const day = { type: 'string', format: 'date' };

/** JSON Schema (2020-12) of rules and cases, for users of the open data; `checkRules` also rejects contradictions. */
export function rulesSchema(): Record<string, unknown> {
  const value = { type: ['number', 'string', 'boolean'] };
  const number = { type: 'number' };
  const because = { type: 'string', maxLength: 300 };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Rules of a scheme, with the people that they are held against',
    type: 'object',
    required: ['rules'],
    properties: {
      rules: {
        type: 'object',
        required: ['version', 'all'],
        properties: {
          version: { enum: [1, 2] },
          all: {
            type: 'array',
            minItems: 1,
            items: {
              allOf: [{ $ref: '#/$defs/condition' }],
              properties: {
                from: day,
                until: day,
                quote: { type: 'string' },
                source: { type: 'string' },
                reviewedBy: { type: 'string' },
                reviewedOn: day,
              },
            },
          },
        },
      },
      cases: {
        type: 'array',
        items: {
          type: 'object',
          required: ['answers', 'verdict', 'why'],
          properties: {
            answers: { $ref: '#/$defs/answers' },
            asOf: day,
            verdict: { enum: ['yes', 'no', 'unknown'] },
            why: { type: 'string', maxLength: 300 },
          },
        },
      },
    },
    $defs: {
      condition: {
        oneOf: [
          {
            type: 'object',
            required: ['fact'],
            properties: {
              fact: { enum: factIds },
              eq: value,
              in: { type: 'array', minItems: 1, maxItems: 50, items: value },
              gte: number,
              lte: number,
              between: { type: 'array', prefixItems: [number, number], minItems: 2, maxItems: 2 },
              because,
            },
          },
          ...['all', 'any'].map((joint) => ({
            type: 'object',
            required: [joint],
            properties: { [joint]: { type: 'array', minItems: 1, items: { $ref: '#/$defs/condition' } }, because },
          })),
          { type: 'object', required: ['not'], properties: { not: { $ref: '#/$defs/condition' }, because } },
        ],
      },
      answers: {
        type: 'object',
        additionalProperties: false,
        properties: Object.fromEntries(factIds.map((id) => [id, { anyOf: [answerSchema(id), { type: 'null' }] }])),
      },
    },
  };
}

function answerSchema(id: (typeof factIds)[number]): object {
  const fact = factOf(id);
  if (fact.type === 'number')
    return { type: fact.isWhole ? 'integer' : 'number', minimum: fact.min, maximum: fact.max, description: fact.unit };
  if (fact.type === 'boolean') return { type: 'boolean' };
  if (fact.type === 'text') return { type: 'string', minLength: 1, maxLength: fact.maxLength };
  return fact.type === 'single'
    ? { enum: fact.options }
    : { type: 'array', uniqueItems: true, items: { enum: fact.options } };
}
