import { ConfigProblem, loadConfig } from '@porchlight/runtime';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configSchema } from './config';

describe('The configuration', () => {
  const folder = mkdtempSync(join(tmpdir(), 'notifier-config-'));
  const file = (name: string, content: string): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  afterAll(() => rmSync(folder, { recursive: true }));

  const secret = file('secret', Buffer.alloc(32, 7).toString('base64'));
  const pem = file('pem', 'PEM');
  const least = {
    MONGODB_URI: 'mongodb://127.0.0.1/',
    KAFKA_BROKERS: '127.0.0.1:9092',
    INTERNAL_TOKEN_PUBLIC_KEY_FILE: pem,
    INTERNAL_TOKEN_PRIVATE_KEY_FILE: pem,
    NEXT_TOKEN_KEY_FILE: secret,
    SECRETS_KEY_FILE: secret,
    NOTIFIER_RPC_ADDRESS: '127.0.0.1:0',
    AUTH_RPC_ADDRESS: '127.0.0.1:1',
    PEOPLE_RPC_ADDRESS: '127.0.0.1:2',
    PUBLIC_BASE_URL: 'https://localhost:8443/',
  };

  test('When only required values are set, Then retries are hourly for 36 hours and no private address is allowed', () => {
    expect(loadConfig(configSchema, least)).toMatchObject({
      WEBHOOK_RETRY_INTERVAL_MS: 3_600_000,
      WEBHOOK_GIVE_UP_AFTER_MS: 129_600_000,
      WEBHOOK_TIMEOUT_MS: 10_000,
      WEBHOOK_CONNECT_TIMEOUT_MS: 3_000,
      WEBHOOKS_PER_EVENT: 2,
      SYSTEM_SIGNATURE_HEADER: 'X-System-Signature',
      PUBLIC_BASE_URL: 'https://localhost:8443',
      LIMIT_DELIVERY_ATTEMPTS: 512,
      LIMIT_DESTINATION_ATTEMPTS_MAX: 64,
    });
    expect(loadConfig(configSchema, least).EGRESS_ALLOW.allowsName('localhost', 443)).toBe(false);
  });

  test('When values are invalid, Then the error names all of them', () => {
    const wrong = {
      ...least,
      EGRESS_ALLOW: 'localhost,10.0.0.0/99',
      WEBHOOK_RETRY_INTERVAL_MS: 'soon',
      SYSTEM_SIGNATURE_HEADER: 'X Y',
      PUBLIC_BASE_URL: 'http://x',
    };
    expect(() => loadConfig(configSchema, wrong)).toThrow(ConfigProblem);
    for (const name of ['EGRESS_ALLOW', 'WEBHOOK_RETRY_INTERVAL_MS', 'SYSTEM_SIGNATURE_HEADER', 'PUBLIC_BASE_URL'])
      expect(() => loadConfig(configSchema, wrong)).toThrow(new RegExp(`${name}: `));
  });
});
