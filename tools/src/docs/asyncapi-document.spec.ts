import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import specification from '@asyncapi/specs/schemas/3.0.0-without-$id.json';
import { FACTS, WEBHOOK_EVENTS } from '@porchlight/contracts';
import { createAsyncApiDocument } from './asyncapi-document';

const document = createAsyncApiDocument({
  topics: ['people', 'deals', 'marketing', 'auth', 'notifier'].map((service) => ({
    name: `porchlight.${service}.changes.v1`,
    partitions: 6,
    retentionMs: 604_800_000,
  })),
  changeProto: readFileSync(join(__dirname, '../../../proto/porchlight/change/v1/change.proto'), 'utf8'),
});

describe('the AsyncAPI document', () => {
  it('is valid', () => {
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(specification);
    const ok = validate(document);
    expect(validate.errors ?? []).toEqual([]);
    expect(ok).toBe(true);
  });

  it('has a message for each fact and each webhook event, and each reference leads to a part of it', () => {
    const { messages } = document['components'] as { messages: Record<string, unknown> };
    for (const { type } of FACTS) expect(messages).toHaveProperty([type]);
    for (const name of WEBHOOK_EVENTS) expect(messages).toHaveProperty([name]);
    for (const [, path = ''] of JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g))
      if (!path.startsWith('definitions/')) expect(document).toHaveProperty(path.split('/'));
  });

  it('given an invalid document, then the validation fails', () => {
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(specification);
    expect(validate({ ...document, asyncapi: '1.0.0' })).toBe(false);
    expect(validate({ ...document, channels: { one: { messages: [] } } })).toBe(false);
  });
});
