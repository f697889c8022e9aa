/**
 * For `afterAll` of a file that draws with Preact: it runs effects by a timer of up to 35 ms, which must not outlive the
 * file's document.
 */
export const waitForPreact = () => new Promise((resolve) => setTimeout(resolve, 100));
