import { networkPolicyProblems } from './chart-network-policies';

const LABELS = (name: string): string =>
  `app.kubernetes.io/part-of: porchlight, app.kubernetes.io/instance: r, app.kubernetes.io/name: ${name}`;
/** The declared callers of deals. */
const CALLERS = ['gateway', 'operator', 'marketing'];
/** A policy of deals that allows calls of `callers` and to `called`. */
const policy = (callers: readonly string[], called: readonly string[]): string => `
kind: NetworkPolicy
metadata:
  labels:
    app.kubernetes.io/instance: r
spec:
  podSelector: { matchLabels: { ${LABELS('deals')} } }
  policyTypes: [Ingress, Egress]
  ingress:
    - from: [${callers.map((name) => `{ podSelector: { matchLabels: { ${LABELS(name)} } } }`).join(', ')}]
      ports: [{ port: rpc }]
    - from: [{ namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: monitoring } } }]
      ports: [{ port: operations }]
  egress:
    - to: [${called.map((name) => `{ podSelector: { matchLabels: { ${LABELS(name)} } } }`).join(', ')}]
      ports: [{ port: 9100 }]
    - to: [{ namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: mongodb } }, podSelector: { matchLabels: { app: porchlight-deals-svc } } }]
      ports: [{ port: 27017 }]
    - to: [{ namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: kafka } } }]
      ports: [{ port: 9093 }]
`;

it('Given policies that allow the declared calls, Then there are no problems', () => {
  expect(networkPolicyProblems(policy(CALLERS, ['people', 'auth']))).toEqual([]);
});

it.each([
  ['- ports: [{ port: 587 }, { port: 465 }]', '587, 465'],
  ['- to: []\n      ports: [{ port: 443 }]', '443'],
  ['- {}', 'of any number'],
])('N10 Given an egress rule without a destination, Then it is named: %s', (rule, ports) => {
  expect(networkPolicyProblems(`${policy(CALLERS, ['people', 'auth'])}    ${rule}\n`)).toContain(
    `deals can connect to every address at ports ${ports}.`,
  );
});

it('Given a caller or a called service too many or too few, Then each is named', () => {
  expect(networkPolicyProblems(policy([...CALLERS, 'notifier'], ['people', 'notifier']))).toEqual([
    'deals cannot connect to auth:rpc.',
    'deals can connect to notifier:rpc.',
    'notifier can connect to deals:rpc.',
  ]);
});
