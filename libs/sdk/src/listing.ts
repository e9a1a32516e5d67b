import type { ResponseData } from './transport';

/** The metadata of every page. */
export interface PageMetadata {
  readonly collection: string;
  readonly total: number;
  readonly next: string | null;
}

/** A page of any list. */
export interface AnyPage {
  readonly _metadata: PageMetadata;
}

/** The type of the records of a page. */
export type RecordOf<Page> = Exclude<
  { [K in keyof Page]: K extends '_metadata' ? never : Page[K] extends readonly (infer R)[] ? R : never }[keyof Page],
  undefined
>;

/** Returns the records of a page. */
export const getRecords = <Page extends AnyPage>(page: Page): readonly RecordOf<Page>[] =>
  (page as Page & Record<string, RecordOf<Page>[]>)[page._metadata.collection] ?? [];

/** Page size of an iteration without a limit: the maximum of the service. */
const MAX_PAGE_SIZE = 100;

/**
 * A list of records. Iterating it reads every record, with one page in memory; awaiting it reads one page with
 * `_metadata`. Sends nothing before.
 */
export class Listing<Page extends AnyPage> implements PromiseLike<Page>, AsyncIterable<RecordOf<Page>> {
  readonly #fetchPage: (paging: { limit?: number; next?: string }) => Promise<ResponseData<Page>>;
  readonly #limit: number | undefined;

  constructor(
    fetchPage: (paging: { limit?: number; next?: string }) => Promise<ResponseData<Page>>,
    limit: number | undefined,
  ) {
    this.#fetchPage = fetchPage;
    this.#limit = limit;
  }

  /** Reads one page and its response. */
  withResponse(): Promise<ResponseData<Page>> {
    return this.#fetchPage({});
  }

  /** Reads one page. */
  then<A = Page, B = never>(
    fulfilled?: ((page: Page) => A | PromiseLike<A>) | null,
    rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#fetchPage({})
      .then(({ data }) => data)
      .then(fulfilled, rejected);
  }

  /** Reads all pages. */
  async *pages(): AsyncGenerator<Page, void, void> {
    let next: string | null = null;
    do {
      const { data } = await this.#fetchPage({ limit: this.#limit ?? MAX_PAGE_SIZE, ...(next !== null && { next }) });
      yield data;
      next = data._metadata.next;
    } while (next !== null);
  }

  /** Reads all records. */
  async *[Symbol.asyncIterator](): AsyncGenerator<RecordOf<Page>, void, void> {
    for await (const page of this.pages()) yield* getRecords(page);
  }
}
