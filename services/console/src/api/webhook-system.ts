import type { Webhook } from './records';

/** The built-in system of these pages. */
export const CONSOLE_SYSTEM = 'Porchlight Console';

/** Asks for whose a webhook is. */
export const WITH_SYSTEM = { fields: 'allFields' };

/**
 * The owner reads the webhooks of every system, and changes only those that were made on these pages (decisions section
 * 7).
 */
export const isOfConsole = ({ system }: Webhook): boolean => system === CONSOLE_SYSTEM;
