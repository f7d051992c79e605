/**
 * The program cannot start for a reason its operator can remove. The message names the thing and the remedy;
 * the main program prints it alone, without a stack.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
