import { signingKeyProblems } from './chart-signing-keys';

const deployment = (name: string, keys: readonly string[], signs = true): string =>
  JSON.stringify({
    kind: 'Deployment',
    metadata: { name },
    spec: {
      template: {
        spec: {
          volumes: [
            { secret: { items: keys.map((key) => ({ key, path: 'internal-token.key.pem' })) } },
            { secret: {} },
          ],
          containers: [{ env: signs ? [{ name: 'INTERNAL_TOKEN_PRIVATE_KEY_FILE' }] : [] }],
        },
      },
    },
  });
const listProblems = (...deployments: string[]): string[] => signingKeyProblems(deployments.join('\n---\n'));
const gateway = deployment('gateway', ['internal-token.key.pem']);

it('accepts deployments that each have a key of their own', () => {
  const people = deployment('people', [], false);
  expect(listProblems(gateway, deployment('deals', ['internal-token-deals.key.pem']), people)).toEqual([]);
});

it('reports two deployments with one key', () => {
  expect(listProblems(gateway, deployment('deals', ['internal-token.key.pem']))).toEqual([
    'gateway and deals sign internal tokens with the same key internal-token.key.pem.',
  ]);
});

it('reports a missing key, a key without a use, and a chart without keys', () => {
  expect(listProblems(gateway, deployment('deals', []))).toEqual([
    'deals has 0 keys that sign internal tokens; it needs 1.',
  ]);
  expect(listProblems(gateway, deployment('people', ['internal-token-people.key.pem'], false))).toEqual([
    'people has 1 keys that sign internal tokens; it needs 0.',
  ]);
  expect(listProblems(deployment('people', [], false))).toEqual(['No deployment signs internal tokens.']);
});
