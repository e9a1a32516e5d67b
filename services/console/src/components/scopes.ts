import { t } from '@lingui/core/macro';

/** Names the rights of an API key or an app; without scopes it has those of its user. */
export const formatScopes = (scopes: readonly string[] | null | undefined): string =>
  scopes?.length ? scopes.join(', ') : t`Everything that the user can do`;
