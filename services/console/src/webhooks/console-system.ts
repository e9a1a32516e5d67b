import type { Schemas } from '@porchlight/sdk';

/** The built-in system of these pages. */
export const CONSOLE_SYSTEM = 'Console';

/** Requests the system of webhooks. */
export const WITH_SYSTEM = { fields: ['allFields'] };

/**
 * Whether these pages may rotate the secret of a webhook and repeat its deliveries. The owner disables, enables, tests
 * and deletes the webhooks of every system; the rest is for the system that created it (D13.9).
 */
export const isConsoleWebhook = ({ system }: Schemas['Webhook']): boolean => system === CONSOLE_SYSTEM;
