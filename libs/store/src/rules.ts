import { getFields, type Descriptor, type Row } from '@porchlight/resource';
import type { RuleSources } from './check-declared';
import type { CountKey } from './counts/count-keys';
import { createDeclaredPrepare } from './prepare-declared';
import { createDeclaredRender, type Related } from './render-declared';
import type { Document, Draft } from './contract/document';
import type { StoreCall } from './contract/store-call';
import type { ResourceOptions, Strategy, Write } from './contract/strategy';

/** The rules of a resource, with defaults for those that every resource has. */
export interface Rules<R extends Row, D extends Document> extends Omit<
  Strategy<R, D>,
  'render' | 'prepare' | 'loadRelated' | 'counts'
> {
  prepare(call: StoreCall, write: Write<R, D>): Promise<Draft<D>> | Draft<D>;
  /** Undefined if a record needs nothing besides its document. */
  readonly loadRelated:
    ((documents: readonly D[], call: StoreCall, customFields: readonly string[]) => Promise<Related>) | undefined;
  render(document: D, call: StoreCall, related: Related | undefined): R;
  readonly counts: ((document: D) => readonly CountKey[]) | undefined;
}

/** The `prepare` of a resource whose records a use case inserts: updates only. */
export const updateOnly =
  <R extends Row, D extends Document>(
    prepare: (call: StoreCall, before: D, write: Omit<Write<R, D>, 'before'>) => Promise<Draft<D>> | Draft<D>,
  ): NonNullable<Strategy<R, D>['prepare']> =>
  (call, write) => {
    if (!write.before) throw new Error('A use case inserts these records.');
    return prepare(call, write.before, write);
  };

/**
 * True if creates and updates of an account must run one after another: `maxPerAccount`, `unique` and `ordered` are
 * checked by reading the other records.
 */
export const needsAccountLock = (descriptor: Descriptor): boolean =>
  descriptor.maxPerAccount !== undefined || Object.values(getFields(descriptor)).some(({ unique }) => unique);

/** Adds the rules that follow from the descriptor to those of the strategy. */
export const completeRules = <R extends Row, D extends Document>(
  options: ResourceOptions<R, D>,
  sources: RuleSources<D>,
): Rules<R, D> => {
  const { strategy = {}, retryReferences } = options;
  const { prepare: prepareOwn } = strategy;
  const prepareDeclared = createDeclaredPrepare(options, sources);
  const prepare: typeof prepareDeclared = prepareOwn
    ? async (call, write) => prepareOwn(call, write, async () => prepareDeclared(call, write))
    : prepareDeclared;
  return {
    ...strategy,
    counts: strategy.counts?.bind(strategy),
    ...createDeclaredRender(options),
    prepare: retryReferences
      ? (call: StoreCall, write: Write<R, D>) => retryReferences(call, async () => prepare(call, write))
      : prepare,
  };
};
