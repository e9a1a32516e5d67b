/** An address, if it is one of the web: senders also send other text, which must not become a link. */
export const webAddress = (url: string | null | undefined): string | undefined =>
  /^https?:$/.test(URL.parse(url ?? '')?.protocol ?? '') ? (url ?? undefined) : undefined;
