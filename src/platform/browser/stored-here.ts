/** This browser's local storage to look into; empty where it is forbidden. */
export function storedHere(): Readonly<Record<string, string>> {
  try {
    // Null in some apps that show web pages, whatever the type says.
    return (localStorage as Storage | null) ?? {};
  } catch {
    return {};
  }
}
