/** Any part of a catalogue. */
export type PartOf<Words> = {
  [Key in keyof Words]?: Words[Key] extends string | readonly unknown[] | ((...all: never[]) => unknown)
    ? Words[Key]
    : PartOf<Words[Key]>;
};

/** What a translation lacks, sentence by sentence, it gets from its source. */
export function fillGaps<Words extends object>(words: PartOf<Words>, source: Words): Words {
  for (const [key, property] of Object.entries(Object.getOwnPropertyDescriptors(source))) {
    if (!(key in words)) Object.defineProperty(words, key, property);
    else if (typeof property.value === 'object') fillGaps(Reflect.get(words, key) as object, property.value as object);
  }
  return words as Words;
}
