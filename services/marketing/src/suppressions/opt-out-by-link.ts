import type {
  DescribeUnsubscribeLinkRequest,
  DescribeUnsubscribeLinkResponse,
  OptOutRequest,
  OptOutResponse,
} from '@porchlight/contracts';
import { isRefusal } from '@porchlight/errors';
import { systemCall, type StoreCall } from '@porchlight/store';
import type { AccountProfiles } from './account-profiles';
import type { SuppressedAddresses } from './suppressed-addresses';
import { SAMPLE_TOKEN, type UnsubscribeLinks } from './unsubscribe-links';

interface LinkPorts {
  readonly links: Pick<UnsubscribeLinks, 'read'>;
  readonly profiles: AccountProfiles;
  readonly suppressed: Pick<SuppressedAddresses, 'suppress'>;
}

const INVALID: DescribeUnsubscribeLinkResponse = { state: 'invalid', address: '', accountName: '' };
const SAMPLE: DescribeUnsubscribeLinkResponse = { ...INVALID, state: 'sample' };

/** What a link is for; changes nothing. An account whose name cannot be read has an empty one. */
export const describeLink =
  ({ links, profiles }: Pick<LinkPorts, 'links' | 'profiles'>) =>
  async (
    { token }: DescribeUnsubscribeLinkRequest,
    { signal }: StoreCall,
  ): Promise<DescribeUnsubscribeLinkResponse> => {
    if (token === SAMPLE_TOKEN) return SAMPLE;
    const link = links.read(token);
    if (!link) return INVALID;
    const { accountId, address } = link;
    try {
      const profile = await profiles.load(accountId, signal);
      return profile ? { state: 'valid', address, accountName: profile.name } : INVALID;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return { state: 'valid', address, accountName: '' };
    }
  };

/** Suppresses the address of a valid link. */
export const optOutByLink =
  (ports: LinkPorts) =>
  async (request: OptOutRequest, call: StoreCall): Promise<OptOutResponse> => {
    const described = await describeLink(ports)(request, call);
    const link = described.state === 'valid' ? ports.links.read(request.token) : undefined;
    if (link)
      await ports.suppressed.suppress(systemCall(link.accountId, call.signal), [
        { address: link.address, reason: 'unsubscribed', source: 'link' },
      ]);
    return described;
  };
