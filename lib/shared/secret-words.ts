import { lookAlikes } from './look-alikes';

export type SecretKind = 'password' | 'one-time-code' | 'card' | 'key';

interface Words {
  readonly kind: SecretKind;
  /** Found anywhere in a text, whatever separates or joins its words. */
  readonly anywhere: readonly string[];
  /** Too short, or too close to other words, to be looked for inside them: a map key is no API key. */
  readonly whole: readonly string[];
}

/** The first that fits decides: a card's verification code is no one-time code, nor that a password. */
const vocabulary: readonly Words[] = [
  {
    kind: 'card',
    anywhere: [
      ...['card number', 'cardnum', 'credit card', 'debit card', 'card security code'],
      ...['card verification', 'kartennummer', 'kreditkarte', 'kartenprüfnummer'],
      ...['numéro de carte', 'número de tarjeta', 'tarjeta de crédito', 'numero di carta'],
      ...['numero della carta', 'número do cartão', 'cartão de crédito', 'kaartnummer'],
      ...['kortnummer', 'kreditkort', 'numer karty', 'kart numarası', 'номер карты'],
      ...['卡号', '卡號', 'カード番号', '카드번호', 'رقم البطاقة'],
    ],
    whole: ['cvv', 'cvc', 'csc', 'card no', 'cc number', 'cc num', 'cc no', 'cc csc'],
  },
  {
    kind: 'one-time-code',
    anywhere: [
      ...['one-time code', 'one-time pin', 'one-time pass', 'two-factor', 'verification code'],
      ...['authentication code', 'authenticator code', 'security code', 'login code'],
      ...['sign-in code', 'sms code', '2fa code', 'recovery code', 'backup code'],
      ...['einmalcode', 'einmalpasswort', 'bestätigungscode', 'sicherheitscode'],
      ...['code de vérification', 'code de sécurité', 'código de verificación'],
      ...['código de seguridad', 'código de verificação', 'código de segurança'],
      ...['codice di verifica', 'codice di sicurezza', 'verificatiecode', 'verifieringskod'],
      ...['kod weryfikacyjny', 'doğrulama kodu', 'код подтверждения', 'одноразовый пароль'],
      ...[
        '验证码',
        '驗證碼',
        '認証コード',
        '確認コード',
        'ワンタイムパスワード',
        '인증번호',
        '인증코드',
      ],
      ...['رمز التحقق', 'קוד אימות'],
    ],
    whole: ['otp', 'totp', 'otp code', '2fa', 'mfa', 'mfa code', 'auth code', 'sms tan'],
  },
  {
    kind: 'password',
    anywhere: [
      ...['password', 'passwd', 'passphrase', 'passcode', 'passwort', 'kennwort', 'mot de passe'],
      ...['contraseña', 'palavra-passe', 'wachtwoord', 'lösenord', 'adgangskode', 'salasana'],
      ...['пароль', '密码', '密碼', 'パスワード', '비밀번호', 'كلمة المرور', 'סיסמה'],
    ],
    whole: ['pwd', 'pin', 'senha', 'hasło', 'şifre'],
  },
  {
    kind: 'key',
    anywhere: ['private key', 'secret key', 'access token', 'seed phrase', 'recovery phrase'],
    whole: ['api key', 'api keys'],
  },
];

const lookups = vocabulary.map(({ kind, anywhere, whole }) => ({
  kind,
  anywhere: anywhere.map((phrase) => joined(plainWords(phrase))),
  whole: whole.map(plainWords).flatMap((phrase) => [` ${phrase} `, ` ${joined(phrase)} `]),
}));

/**
 * Which secret a label asks for, if any. It keeps honest forms honest; a question can always be
 * worded around it, so whoever shows such a form warns the user too.
 */
export function secretKindOf(text: string): SecretKind | undefined {
  return kindIn(text) ?? kindIn(inLatinLetters(text));
}

/** As it looks to a reader of Latin letters: `раsswоrd` may be written with Cyrillic ones. */
function inLatinLetters(text: string): string {
  return Array.from(text, (sign) => (sign < '\u0080' ? sign : (lookAlikes.get(sign) ?? sign))).join(
    '',
  );
}

function kindIn(text: string): SecretKind | undefined {
  const plain = plainWords(text);
  const squeezed = joined(plain);
  // `otp1` and `cvv2` are words with a number.
  const words = ` ${plain} `.replace(/(\p{L})\d+(?= )/gu, '$1');
  return lookups.find(
    ({ anywhere, whole }) =>
      anywhere.some((phrase) => squeezed.includes(phrase)) ||
      whole.some((word) => words.includes(word)),
  )?.kind;
}

/** Whether a label asks for a password, a one-time code, a card number or the like. */
export function asksForSecret(text: string): boolean {
  return secretKindOf(text) !== undefined;
}

/** `cardNumber`, `card_number` and `Card  númber` are all `card number`. */
export function plainWords(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function joined(words: string): string {
  return words.replaceAll(' ', '');
}
