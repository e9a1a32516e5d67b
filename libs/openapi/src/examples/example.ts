/** A request that succeeds in a new account after the requests before it. */
export interface Example {
  /** operationId. */
  readonly operation: string;
  /** Summary, if an operation has several examples. */
  readonly title?: string;
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | boolean>>;
  readonly body?: object;
}

/** An example call of an operation. */
export const example = (operation: string, more: Omit<Example, 'operation'> = {}): Example => ({ operation, ...more });
