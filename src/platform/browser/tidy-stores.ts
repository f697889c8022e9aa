import {
  accountCart,
  authMethod,
  cart,
  cartBeforeSignIn,
  cartStorage,
  colorMode,
  familyStore,
  papersAtHand,
  papersTicked,
  profileAnswers,
  profileProgress,
  schemeVerdicts,
  selectedProfile,
} from './local-store.ts';

/** Removes invalid values from every store. In a file of its own, which loads on demand: local-store.ts stays small. */
export function tidyStores(): void {
  for (const store of [
    authMethod,
    colorMode,
    selectedProfile,
    familyStore,
    profileAnswers,
    profileProgress,
    schemeVerdicts,
    cart,
    cartStorage,
    cartBeforeSignIn,
    accountCart,
    papersAtHand,
    papersTicked,
  ])
    store.read();
}
