import { defineFeatures, type ConsumerSettings, type ServiceParts } from '@porchlight/backend';
import { formatTopic } from '@porchlight/bus';
import { BACKENDS } from '@porchlight/contracts';
import type { Mailer } from '@porchlight/mail';
import type { Config } from './config';
import type { EgressReplacements } from './egress/egress-clients';

/** Linger for notifications, ms. A batch needs fewer writes, and a short delay is acceptable. */
const NOTIFICATIONS_LINGER_MS = 1_000;
/** A short delay is acceptable, and a write of many audit records costs little more than one, ms. */
const AUDIT_LINGER_MS = 2_000;

/** The consumer groups of this service. */
export const CONSUMERS = {
  'notifier.fan-out': { topics: BACKENDS.map(formatTopic), recordsOnly: true },
  'notifier.audit': { topics: BACKENDS.map(formatTopic), recordsOnly: true, lingerMs: AUDIT_LINGER_MS },
  'notifier.copies': { topics: [formatTopic('auth')] },
  // One group: notifications from changes before an erasure exist before the erasure is stored.
  'notifier.notifications': {
    topics: [formatTopic('people'), formatTopic('marketing'), formatTopic('notifier')],
    lingerMs: NOTIFICATIONS_LINGER_MS,
  },
  'notifier.callbacks': { topics: [formatTopic('notifier')] },
  'notifier.grants': { topics: [formatTopic('auth')] },
} as const satisfies Readonly<Record<string, ConsumerSettings>>;

/** A group that reads the changes of one service of another team. */
type ExternalGroup = `notifier.${'fan-out' | 'audit'}.${string}`;

/** The names of the consumer groups. */
export type Group = keyof typeof CONSUMERS | ExternalGroup;

/**
 * All groups of a configuration. Each service of another team has groups of its own, so that a missing topic or a bad
 * message of one service does not delay others.
 */
export const listConsumers = ({
  EXTERNAL_SERVICES_FILE: services = [],
}: Pick<Config, 'EXTERNAL_SERVICES_FILE'>): Readonly<Record<Group, ConsumerSettings>> => {
  const external = services.flatMap(({ name }): [ExternalGroup, ConsumerSettings][] => {
    const topics = [formatTopic(name)];
    return [
      [`notifier.fan-out.${name}`, { ...CONSUMERS['notifier.fan-out'], topics }],
      [`notifier.audit.${name}`, { ...CONSUMERS['notifier.audit'], topics }],
    ];
  });
  return { ...CONSUMERS, ...Object.fromEntries(external) };
};

/** What each feature may use; tests replace the mailer and what leaves the service. */
export interface Parts extends ServiceParts<Config>, EgressReplacements {
  readonly mailer?: Mailer;
}

/** Declares a feature of this service. */
export const defineFeature = defineFeatures<Parts, Group>();
