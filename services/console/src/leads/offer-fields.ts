/** What an agent needs to know of a lead before claiming it. */
export const OFFER_FIELDS = ['id', 'name', 'source', 'price', 'created', 'offeredUntil'];
