import { allResources } from '@porchlight/contracts';
import type { Actor } from '@porchlight/access';
import { createRenderer, parseListQuery, formatRpcMethod, type Descriptor, type Row } from '@porchlight/resource';
import { createRpcClient, type Channel } from '@porchlight/rpc';

/** One line of an export: a record in the format of the API, with the name of its resource. */
export interface ExportedLine {
  readonly resource: string;
  readonly record: Record<string, unknown>;
}

type List = (
  request: object,
  options: { actor: Actor; timeoutMs: number },
) => Promise<{ records: Row[]; page: { next: string } }>;

const PAGE = 100;
const CALL_TIMEOUT_MS = 20_000;

/** Resources whose records belong to the system that registered them, not to an account. */
const OF_SYSTEMS: ReadonlySet<string> = new Set(['publishedInboxApps', 'oauthApps', 'webhooks']);

/** Resources of an account that can be listed, each with its owning service. */
export const exportable = (): readonly Descriptor[] =>
  (allResources as readonly Descriptor[]).filter(
    ({ verbs, resource }) => verbs.includes('list') && !OF_SYSTEMS.has(resource),
  );

/** Reads all records of a resource in an account with all fields, page by page, in the order of their ids. */
export async function* exportResource(
  descriptor: Descriptor,
  channel: Channel,
  accountId: number,
): AsyncGenerator<ExportedLine> {
  const client = createRpcClient(descriptor.definition as never, channel) as unknown as Record<string, List>;
  const list = client[formatRpcMethod(descriptor, 'list')] as List;
  const render = createRenderer(descriptor);
  // Has the access of an owner without a user, so that nothing is marked as read.
  const actor: Actor = { accountId, userId: 1, role: 'Owner' };
  let next = '';
  do {
    const parameters = new URLSearchParams({
      limit: String(PAGE),
      fields: 'allFields',
      ...(descriptor.resource === 'people' && { includeTrash: 'true' }),
      ...(next !== '' && { next }),
    });
    const { query, fields } = parseListQuery(descriptor, parameters);
    const { records, page } = await list({ query }, { actor, timeoutMs: CALL_TIMEOUT_MS });
    for (const record of records) yield { resource: descriptor.resource, record: render(record, fields) };
    next = page.next;
  } while (next !== '');
}
