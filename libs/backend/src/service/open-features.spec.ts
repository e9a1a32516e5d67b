import { ReferenceServiceDefinition, TimeframeServiceDefinition } from '@porchlight/contracts';
import { defineFeatures, methods } from './define-feature';
import { openFeatures } from './open-features';

const defineFeature = defineFeatures<object, 'test.changes'>();
const handle = async (): Promise<void> => undefined;

/** Opens features and returns what they registered. */
const open = (features: Parameters<typeof openFeatures>[0]) => {
  const registered: string[] = [];
  const note = (kind: string) => (name: unknown) => void registered.push(`${kind} ${String(name)}`);
  openFeatures(
    features,
    {},
    {
      rpc: { add: (definition, handlers) => registered.push(`${definition.name}: ${Object.keys(handlers).join(' ')}`) },
      registry: { addHandler: note('handler'), addWorker: note('worker'), onStop: () => registered.push('stop') },
      onAccounts: () => void registered.push('accounts'),
      migrations: [],
    },
  );
  return registered;
};

const stages = defineFeature({ name: 'stages', open: () => ({ first: 'Lead' }) });

describe('the features of a service', () => {
  test('given a feature that needs another, then it receives what the other opened, by its name', () => {
    const people = defineFeature({ name: 'people', needs: { stages }, open: (parts) => parts.stages.first });
    const opened: string[] = [];
    const reader = defineFeature({
      name: 'reader',
      needs: { people },
      open: (parts) => parts.people,
      serve: (first) => (opened.push(first), {}),
    });
    open([stages, people, reader]);
    expect(opened).toEqual(['Lead']);
  });

  test('given a feature before one that it needs, then the start fails and names both', () => {
    const people = defineFeature({ name: 'people', needs: { stages }, open: () => ({}) });
    expect(() => open([people, stages])).toThrow("List the feature 'stages' before 'people'.");
  });

  test('given handlers, workers, jobs and a stop, then each is registered in the order of the features', () => {
    const worker = () => ({ run: handle });
    const first = defineFeature({
      name: 'first',
      open: () => undefined,
      serve: () => ({ on: { 'test.changes': handle }, workers: { sweep: worker }, stop: handle }),
    });
    const second = defineFeature({
      name: 'second',
      open: () => undefined,
      serve: () => ({ onAccounts: handle, jobs: [{ name: 'repairs', createWorker: worker }] }),
    });
    expect(open([first, second])).toEqual([
      'handler test.changes',
      'worker sweep',
      'stop',
      'accounts',
      'worker repairs',
    ]);
  });

  test('given two features with methods of one RPC service, then they are served together', () => {
    const find = defineFeature({
      name: 'find',
      open: () => undefined,
      serve: () => ({
        methods: [methods(ReferenceServiceDefinition, { findReferences: async () => ({ references: [] }) })],
      }),
    });
    const replace = defineFeature({
      name: 'replace',
      open: () => undefined,
      serve: () => ({
        methods: [methods(ReferenceServiceDefinition, { replaceReferences: async () => ({ changed: 0 }) })],
      }),
    });
    expect(open([find, replace])).toEqual(['ReferenceService: findReferences replaceReferences']);
  });

  test('given two features that serve one method, then the start fails and names it', () => {
    const one = defineFeature({
      name: 'one',
      open: () => undefined,
      serve: () => ({
        methods: [
          methods(TimeframeServiceDefinition, { listTimeframes: async () => ({ records: [], page: undefined }) }),
        ],
      }),
    });
    expect(() => open([one, { ...one, name: 'two' }])).toThrow(/Two features serve .*TimeframeService\/listTimeframes/);
  });
});
