/** One request that works in a new account in which those before it were sent. */
export interface Example {
  /** operationId. */
  readonly operation: string;
  /** What it shows, where an operation has several. */
  readonly title?: string;
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | boolean>>;
  readonly body?: object;
}

/** An example call of an operation. */
export const example = (operation: string, more: Omit<Example, 'operation'> = {}): Example => ({ operation, ...more });

/** A record that is made, changed and deleted again. */
export interface RecordExample {
  readonly create: object;
  readonly change: object;
}
