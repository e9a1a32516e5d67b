import type { Descriptor } from '@porchlight/resource';

/** Descriptions of tags other than resources. */
const TAGS: Readonly<Record<string, string>> = {
  account: 'The account of the caller.',
  batch: 'Several requests in one.',
  conversations: 'Conversations of the inbox.',
  inboxApps: 'Inbox apps and their installations.',
  oauth: 'Authorization of apps (OAuth 2.0).',
  'openapi.json': 'This document.',
  rateLimit: 'Limits of request rates and the requests counted.',
  stream: 'Webhook events of the account while they happen, as server-sent events.',
  systems: 'Registered sending systems.',
  webhookEvents: 'Events of webhooks, for partners that missed some.',
};

/** One sentence about a tag; default: its name. */
export const describeTag = (name: string, resources: readonly Pick<Descriptor, 'path' | 'description'>[]): string =>
  TAGS[name] ?? resources.find(({ path }) => path === name)?.description ?? `${name}.`;
