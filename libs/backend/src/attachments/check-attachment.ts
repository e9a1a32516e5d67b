import { checkLink } from '@porchlight/egress';
import { refuse } from '@porchlight/errors';

/** Throws INVALID_BODY for a link to a private address, which only some users could open (D12.2). */
export const checkAttachmentLink = (uri: string): void => {
  const why = checkLink(uri);
  if (why !== undefined) throw refuse('INVALID_BODY', { problems: `Field 'uri' is refused: ${why}.` });
};
