import { createHash } from 'node:crypto';
import type { EgressClient } from '@porchlight/egress';
import * as z from 'zod';

/** The parsed part of a public profile; `entry` is the format of Gravatar's older addresses. */
const profile = z.object({
  avatar_url: z.string().optional(),
  entry: z.array(z.object({ thumbnailUrl: z.string().optional() })).optional(),
});

const MAX_LENGTH = 2_048;

/** Public profile pictures. */
export interface SocialProfiles {
  /** URL of the public picture of an email; undefined if there is none or the provider does not respond. */
  findPicture(email: string): Promise<string | undefined>;
}

/**
 * Looks profiles up as Gravatar publishes them: `<baseUrl>/<SHA-256 of the email in lower case>`. The guarded client
 * enforces the deadline; after any error there is no picture.
 */
export const createSocialProfiles = (egress: Pick<EgressClient, 'get'>, baseUrl: string): SocialProfiles => ({
  async findPicture(email) {
    const hash = createHash('sha256').update(email.trim().toLowerCase()).digest('hex');
    const outcome = await egress.get(`${baseUrl}/${hash}`, { accept: 'application/json' });
    return outcome.kind === 'answered' && outcome.status === 200 ? parsePicture(outcome.response) : undefined;
  },
});

/** The URL of the picture if a browser may load it. */
const parsePicture = (text: string): string | undefined => {
  const read = profile.safeParse(parseJson(text));
  const address = read.success ? (read.data.avatar_url ?? read.data.entry?.[0]?.thumbnailUrl) : undefined;
  if (address === undefined || address.length > MAX_LENGTH || !URL.canParse(address)) return undefined;
  return new URL(address).protocol === 'https:' ? address : undefined;
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
