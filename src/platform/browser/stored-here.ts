const look = (store: () => Storage | null): Readonly<Record<string, string>> => {
  try {
    // Null in some apps that show web pages, whatever the type says.
    return store() ?? {};
  } catch {
    return {};
  }
};

/** This browser's local storage to look into; empty where it is forbidden. */
export const storedHere = () => look(() => localStorage);

/** The same for what this tab alone keeps. */
export const keptInTab = () => look(() => sessionStorage);
