/**
 * The three functions of reflect-metadata that @peculiar/x509's container calls, for that library asks for a polyfill
 * and brings none. Must be imported before it.
 */
type Metadata = Map<unknown, unknown>;
const known = new WeakMap<object, Metadata>();

const reflect = Reflect as unknown as Record<string, unknown>;

const own = (key: unknown, target: object): unknown => known.get(target)?.get(key);

if (typeof reflect['getMetadata'] !== 'function') {
  reflect['defineMetadata'] = (key: unknown, value: unknown, target: object): void => {
    const metadata: Metadata = known.get(target) ?? new Map();
    known.set(target, metadata.set(key, value));
  };
  reflect['getOwnMetadata'] = own;
  reflect['getMetadata'] = (key: unknown, target: object): unknown => {
    for (let at: object | null = target; at; at = Object.getPrototypeOf(at) as object | null) {
      const value = own(key, at);
      if (value !== undefined) return value;
    }
    return undefined;
  };
}

export {};
