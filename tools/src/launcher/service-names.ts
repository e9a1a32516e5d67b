/** The services of the stack, in the order in which they are listed. */
export const SERVICE_NAMES = ['gateway', 'people', 'deals', 'marketing', 'auth', 'notifier'] as const;

/** One service of the stack. */
export type ServiceName = (typeof SERVICE_NAMES)[number];

/** Services that keep data, each in a database of its own. */
export const KEEPERS = ['people', 'deals', 'marketing', 'auth', 'notifier'] as const;

/** One service that keeps data. */
export type Keeper = (typeof KEEPERS)[number];

/** Services are stopped from the edge inwards, so that no request meets a service that has gone. */
export const STOP_ORDER: readonly (readonly ServiceName[])[] = [['gateway'], ['people', 'deals', 'marketing', 'auth', 'notifier']];
