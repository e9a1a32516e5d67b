/** Waits until the condition holds, and fails with what it was about when it does not within 10 s. */
export async function eventually(about: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 10_000;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`never: ${about}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
