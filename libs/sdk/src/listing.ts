import type { Answer } from './transport';

/** What every page has beside its records. */
export interface PageMetadata {
  readonly collection: string;
  readonly total: number;
  readonly next: string | null;
}

/** A page of any list. */
export interface AnyPage {
  readonly _metadata: PageMetadata;
}

/** The records of a page. */
export type RecordOf<Page> = Exclude<
  { [K in keyof Page]: K extends '_metadata' ? never : Page[K] extends readonly (infer R)[] ? R : never }[keyof Page],
  undefined
>;

/** Records on a page of an iteration, unless the query says otherwise: the most that the service gives. */
const LARGEST_PAGE = 100;

/**
 * A list of records. Iterated, it is every record, a page at a time and one page in memory; awaited, it is one page
 * with `_metadata`. Nothing is asked for before.
 */
export class Listing<Page extends AnyPage> implements PromiseLike<Page>, AsyncIterable<RecordOf<Page>> {
  readonly #fetchPage: (paging: { limit?: number; next?: string }) => Promise<Answer<Page>>;
  readonly #limit: number | undefined;

  constructor(
    fetchPage: (paging: { limit?: number; next?: string }) => Promise<Answer<Page>>,
    limit: number | undefined,
  ) {
    this.#fetchPage = fetchPage;
    this.#limit = limit;
  }

  /** One page with its response. */
  withResponse(): Promise<Answer<Page>> {
    return this.#fetchPage({});
  }

  /** One page. */
  then<A = Page, B = never>(
    fulfilled?: ((page: Page) => A | PromiseLike<A>) | null,
    rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#fetchPage({})
      .then(({ data }) => data)
      .then(fulfilled, rejected);
  }

  /** Page by page, to the last. */
  async *pages(): AsyncGenerator<Page, void, void> {
    let next: string | null = null;
    do {
      const { data } = await this.#fetchPage({ limit: this.#limit ?? LARGEST_PAGE, ...(next !== null && { next }) });
      yield data;
      next = data._metadata.next;
    } while (next !== null);
  }

  /** Record by record, to the last. */
  async *[Symbol.asyncIterator](): AsyncGenerator<RecordOf<Page>, void, void> {
    for await (const page of this.pages())
      yield* (page as unknown as Record<string, RecordOf<Page>[]>)[page._metadata.collection] ?? [];
  }
}
