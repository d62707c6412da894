/** A setting from which no driver can be made: a sentence for the owner, and the setting's place under `panel`. */
export class UnusableSetting extends Error {
  readonly setting: string;

  constructor(setting: string, sentence: string) {
    super(sentence);
    this.setting = setting;
  }
}
