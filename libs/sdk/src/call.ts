import type { ResponseData } from './transport';

/** A request on its way. Awaiting it returns the body; `withResponse()` returns the headers as well. */
export class Call<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = 'Call';
  readonly #result: Promise<ResponseData<T>>;

  constructor(result: Promise<ResponseData<T>>) {
    this.#result = result;
  }

  /** Returns the body and the response: status, `ETag`, `Location`, `X-Event-Id`, `X-RateLimit-Remaining` … */
  withResponse(): Promise<ResponseData<T>> {
    return this.#result;
  }

  then<A = T, B = never>(
    fulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#result.then(({ data }) => data).then(fulfilled, rejected);
  }

  catch<B = never>(rejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.then(undefined, rejected);
  }

  finally(settled?: (() => void) | null): Promise<T> {
    return this.then().finally(settled);
  }
}
