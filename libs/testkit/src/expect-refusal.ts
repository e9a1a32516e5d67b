/** Expects that a call is refused with this reason and, if given, with a message that contains the text. */
export const expectRefusal = (call: Promise<unknown>, reason: string, text?: string): Promise<void> =>
  expect(call).rejects.toMatchObject({ reason, ...(text !== undefined && { message: expect.stringContaining(text) }) });
