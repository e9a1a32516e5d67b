import type { Schemas } from '@porchlight/sdk';

/** The built-in system of these pages. */
export const CONSOLE_SYSTEM = 'Porchlight Console';

/** Requests the system of webhooks. */
export const WITH_SYSTEM = { fields: ['allFields'] };

/**
 * Whether these pages may change a webhook. The owner reads the webhooks of every system, but a webhook can be changed
 * only with the system that created it (decisions section 7).
 */
export const isConsoleWebhook = ({ system }: Schemas['Webhook']): boolean => system === CONSOLE_SYSTEM;
