/** The title of the window. */
export const WindowTitle = ({ title }: { readonly title: string }) => <title>{`${title} · Porchlight`}</title>;
