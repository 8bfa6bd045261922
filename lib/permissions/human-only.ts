import type { humanOnlyKinds } from '../messaging/permission';
import { isOnHost } from '../shared/origin';
import { plainWords, secretKindOf, type SecretKind } from '../shared/secret-words';

/** What only a person does. */
export type HumanOnly = (typeof humanOnlyKinds)[number];

export interface FieldFacts {
  tag?: string;
  type?: string;
  autocomplete?: string;
  name?: string;
  id?: string;
  label?: string;
  placeholder?: string;
  inputMode?: string;
  maxLength?: number;
  ariaLabel?: string;
  role?: string;
  frameUrl?: string;
  className?: string;
  text?: string;
}

/** What a person is told when it is their turn, and what the model is told. */
export const humanOnlyTexts: Record<HumanOnly, { title: string; reason: string; model: string }> = {
  password: {
    title: 'Please type your password',
    reason: 'Passwords and other secrets are yours alone, so only you type them.',
    model:
      'This field takes a password or another secret, and only the user types those. It is their ' +
      'turn: go on when they are done, and never ask for the secret in the conversation.',
  },
  'one-time-code': {
    title: 'Please type the code',
    reason: 'A one-time code proves that it is really you, so only you type it.',
    model:
      'This field takes a one-time code, and only the user types those. It is their turn: go on ' +
      'when they are done, and never look for the code or ask for it in the conversation.',
  },
  card: {
    title: 'Please type your card details',
    reason: 'Card details can be used to pay, so only you type them.',
    model:
      'This field takes details of a payment card, and only the user types those. It is their ' +
      'turn: go on when they are done, and never ask for card details in the conversation.',
  },
  captcha: {
    title: 'Please solve the CAPTCHA',
    reason: 'The site wants to know that a person is here, and that is you.',
    model:
      'This is a CAPTCHA, and only the user solves those. It is their turn: go on when they are ' +
      'done, and do not look for a way around it.',
  },
  'own-confirmation': {
    title: 'Please decide this yourself',
    reason: 'The assistant proposed this, so it cannot be the one who confirms it.',
    model:
      'This control confirms what you proposed yourself, and only the user confirms that. It is ' +
      'their turn: go on with what they decide, and do not look for another way to confirm it.',
  },
};

/** Which of them this field or control is; undefined for an ordinary one. */
export function humanOnlyField(facts: FieldFacts): HumanOnly | undefined {
  if (confirmsOwnProposal(facts)) return 'own-confirmation';
  if (isCaptcha(facts)) return 'captcha';
  return takesText(facts) ? (declaredSecret(facts) ?? wordedSecret(facts)) : undefined;
}

/**
 * A page of an extension, or a control that says of itself that it lets an assistant go on. Whether
 * any other control answers a proposal of the assistant, only the caller can know.
 */
function confirmsOwnProposal({ frameUrl = '', text = '', label = '', ariaLabel = '' }: FieldFacts) {
  const agreement =
    /^(?:yes )?(?:allow|approve|accept|confirm|authori[sz]e|let) .*\b(?:ai agent|(?:ai|the|this|your) assistant)\b/;
  return (
    /^[a-z-]*extension:/i.test(frameUrl) ||
    [text, label, ariaLabel].some((words) => agreement.test(plainWords(words)))
  );
}

const captchaHosts = [
  ...['recaptcha.net', 'hcaptcha.com', 'challenges.cloudflare.com', 'arkoselabs.com'],
  ...['funcaptcha.com', 'geetest.com', 'captcha-delivery.com', 'captcha.awswaf.com'],
  ...['friendlycaptcha.com', 'frcapi.com', 'mtcaptcha.com', 'smartcaptcha.yandexcloud.net'],
  ...['captcha.qq.com', 'captcha.qcloud.com', 'captcha.px-cdn.net', 'captcha.px-cloud.net'],
];
const captchaClass = new RegExp(
  `(?:^|\\s)(?:${[
    ...['g-recaptcha', 'h-captcha', 'cf-turnstile', 'frc-captcha', 'mtcaptcha', 'captcha'],
    ...['geetest_', 'arkose', 'funcaptcha'],
  ].join('|')})`,
  'i',
);
const personWords = [
  ...['not a robot', 'i am human', "i'm human", 'verify you are human', "verify you're human"],
  ...['the characters you see', 'the letters you see', 'text in the image'],
  ...['kein roboter', 'pas un robot', 'no soy un robot', 'não sou um robô', 'non sono un robot'],
  ...['geen robot', 'не робот', '人机验证', '我不是机器人', '로봇이 아닙니다'],
  ...['ロボットではありません'],
].map(squeezed);

function isCaptcha(facts: FieldFacts): boolean {
  const { frameUrl = '', className = '', label = '', ariaLabel = '', text = '' } = facts;
  if (isOnHost(frameUrl, captchaHosts)) return true;
  if (isOnHost(frameUrl, ['google.com']) && new URL(frameUrl).pathname.startsWith('/recaptcha/')) {
    return true;
  }
  if (facts.tag?.toLowerCase() === 'a') return false;
  const said = [label, ariaLabel, text].map(squeezed);
  if (said.some((words) => personWords.some((each) => words.includes(each)))) return true;
  // An invisible CAPTCHA puts its class on the button that sends the form.
  if (isButton(facts)) return false;
  return (
    captchaClass.test(className) || wordsOf(facts).some((words) => /captcha|图形验证码/.test(words))
  );
}

function isButton({ tag = '', type = '', role = '' }: FieldFacts): boolean {
  return (
    tag.toLowerCase() === 'button' ||
    role.toLowerCase() === 'button' ||
    ['button', 'submit', 'reset', 'image'].includes(type.toLowerCase())
  );
}

const untypedTypes = ['checkbox', 'radio', 'range', 'color', 'file', 'hidden'];
const typingRoles = ['textbox', 'searchbox', 'combobox', 'spinbutton'];

function takesText(facts: FieldFacts): boolean {
  const tag = facts.tag?.toLowerCase();
  const type = facts.type?.toLowerCase() ?? '';
  if (tag === 'a' || untypedTypes.includes(type)) return false;
  // What a page calls a button is a field all the same when it is an input that takes text.
  if (tag === 'input') return !isButton({ type });
  if (tag === 'textarea' || tag === 'select') return true;
  if (isButton(facts)) return false;
  if (facts.role !== undefined) return typingRoles.includes(facts.role.toLowerCase());
  const likeField = facts.type ?? facts.autocomplete ?? facts.inputMode ?? facts.maxLength;
  return tag === undefined || likeField !== undefined;
}

/** They hold no secret, whatever the words around them: where to send a reset, what to search for. */
const harmlessTypes = [
  ...['search', 'email', 'url', 'date', 'time', 'month', 'week', 'datetime-local'],
];
const harmlessFills = [
  ...['name', 'username', 'nickname', 'email', 'url', 'language', 'sex', 'photo', 'postal-code'],
  ...['street-address', 'honorific', 'given', 'additional', 'family', 'address', 'country'],
  ...['organization', 'bday', 'transaction'],
];

function fillsOf({ autocomplete = '' }: FieldFacts): string[] {
  return autocomplete.toLowerCase().split(/\s+/);
}

function declaredSecret(facts: FieldFacts): HumanOnly | undefined {
  const fills = fillsOf(facts);
  const type = facts.type?.toLowerCase() ?? '';
  if (fills.some((fill) => fill.startsWith('cc-'))) return 'card';
  if (fills.includes('one-time-code')) return 'one-time-code';
  // Dots also cover the security codes of cards, and one-time codes.
  if (type === 'password') return wordedSecret(facts) ?? 'password';
  if (harmlessTypes.includes(type)) return undefined;
  return fills.some((fill) => /^(?:current|new)-password$/.test(fill)) ? 'password' : undefined;
}

function wordedSecret(facts: FieldFacts): HumanOnly | undefined {
  const tag = facts.tag?.toLowerCase();
  if (harmlessTypes.includes(facts.type?.toLowerCase() ?? '')) return undefined;
  if (facts.role?.toLowerCase() === 'searchbox') return undefined;
  const fills = fillsOf(facts).flatMap((fill) => [fill, fill.replace(/-.*/, '')]);
  if (fills.some((fill) => harmlessFills.includes(fill))) return undefined;

  const words = wordsOf(facts);
  const isPostal = words.some((each) => /pincode|postal|postcode|zip ?code/.test(each));
  const kinds = new Set(words.map((each) => kindOf(each, isPostal, facts.maxLength)));
  if (kinds.has('key')) return 'password';
  // A long text can be about passwords.
  if (tag === 'textarea') return undefined;
  if (isOfCard(words)) return 'card';
  if (tag === 'select') return undefined;
  if (kinds.has('card')) return 'card';
  if (kinds.has('one-time-code') || isShapedLikeCode(facts, words)) return 'one-time-code';
  return kinds.has('password') || isShortForPassword(facts) ? 'password' : undefined;
}

function kindOf(words: string, isPostal: boolean, maxLength = 0): SecretKind | undefined {
  if (/^(?:search|find|filter|suchen?|rechercher?|buscar|cerca|zoeken)(?: |$)/.test(words)) {
    return undefined;
  }
  // In India a PIN code is where the post goes.
  const kind = secretKindOf(isPostal ? words.replace(/(?<=^| )pin(?= |$)/g, '') : words);
  if (kind === 'password' && isAboutPasswords(words)) return undefined;
  const isOnCard = /secur|sicher|segur|sicur/.test(words) && (maxLength === 3 || maxLength === 4);
  return kind === 'one-time-code' && isOnCard ? 'card' : kind;
}

function isAboutPasswords(words: string): boolean {
  return (
    /(?:^| )(?:hint|length|strength|policy|manager)(?: |$)/.test(words) ||
    (/reset|forgot|recover/.test(words) && /mail|user ?name|login/.test(words))
  );
}

/** Names that are too common elsewhere: a ski pass is no password. */
function isShortForPassword({ name = '', id = '' }: FieldFacts): boolean {
  return [name, id].some((each) =>
    /^(?:(?:user|login|new|old)[_-]?)?(?:pass|pw|psw)\d?$/i.test(each),
  );
}

const expiryOfCard = /(?:^| )(?:card|cc) ?exp(?:iry|iration|ires|date|month|year)?(?: |$)/;

function isOfCard(words: readonly string[]): boolean {
  const isHolder = words.some((each) =>
    /^(?:name.*on(?:the|your)?(?:credit|debit)?card|(?:card|cc)(?:holder|owner)s?(?:name)?|ccname|karteninhaber(?:in)?|titulairedelacarte|titulardelatarjeta)$/.test(
      squeezed(each),
    ),
  );
  const ends = words.some((each) => /(?:^| )exp|ablauf|gultig|caduc|scad|valid /.test(each));
  const inMonths = words.some((each) => /(?:^| )m{1,2} ?(?:yy|jj|aa)(?: |$)/.test(each));
  return isHolder || (ends && inMonths) || words.some((each) => expiryOfCard.test(each));
}

/** A few digits for a "code" that is none of the many that are no secret. */
function isShapedLikeCode(facts: FieldFacts, words: readonly string[]): boolean {
  const { inputMode = '', type = '', maxLength = 0 } = facts;
  const isNumeric = [inputMode, type].some((each) => /^(?:numeric|number|tel)$/i.test(each));
  const fits = maxLength === 1 || (maxLength >= 4 && maxLength <= 8);
  const isCode = /(?:^| )(?:code|digit|ziffer|chiffre|codigo|codice|kod|код|コード)s?(?: |$)/;
  const isOther =
    /pin|post|zip|plz|country|area|dial|discount|promo|coupon|voucher|gift|referral|invit|sort|bank|branch|product|item|tax|vat|bar|colou?r/;
  return (
    isNumeric &&
    fits &&
    words.some((each) => isCode.test(each)) &&
    !words.some((each) => isOther.test(each))
  );
}

function wordsOf({ name, id, label, ariaLabel, placeholder }: FieldFacts): string[] {
  return [name, id, label, ariaLabel, placeholder].flatMap((text) =>
    text === undefined ? [] : [plainWords(text)],
  );
}

function squeezed(text: string): string {
  return plainWords(text).replaceAll(' ', '');
}
