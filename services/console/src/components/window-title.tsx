import { t } from '@lingui/core/macro';

/** The title of the window. */
export const WindowTitle = ({ title }: { readonly title: string }) => <title>{t`${title} · Porchlight`}</title>;
