/** Found anywhere in a text, whatever separates or joins its words. */
const phrases = [
  ...['password', 'passwd', 'passphrase', 'passcode', 'passwort', 'kennwort', 'mot de passe'],
  ...['contraseña', 'palavra-passe', 'wachtwoord', 'lösenord', 'adgangskode', 'salasana', 'пароль'],
  ...['密码', '密碼', 'パスワード', '비밀번호', 'كلمة المرور', 'סיסמה'],
  ...['one-time code', 'one-time pin', 'two-factor', 'verification code', 'authentication code'],
  ...['authenticator code', 'security code', 'login code', 'sign-in code', 'sms code', '2fa code'],
  ...['einmalcode', 'bestätigungscode', 'sicherheitscode', 'code de vérification'],
  ...['código de verificación', 'codice di verifica', '验证码', '驗證碼', 'код подтверждения'],
  ...['card number', 'card no.', 'credit card', 'debit card', 'cc number', 'kartennummer'],
  ...[
    'kreditkarte',
    'numéro de carte',
    'número de tarjeta',
    'numero di carta',
    '卡号',
    'номер карты',
  ],
  ...['private key', 'secret key', 'api key', 'access token', 'seed phrase', 'recovery phrase'],
  ...['recovery code', 'backup code'],
].map((phrase) => plainWords(phrase).replaceAll(' ', ''));

/** Too short to be looked for inside other words. */
const words = new Set(
  ['pwd', 'pin', 'otp', 'totp', 'cvv', 'cvv2', 'cvc', 'cvc2', 'senha', 'hasło', 'şifre'].map(
    plainWords,
  ),
);

/**
 * Whether a label asks for a password, a one-time code, a card number or the like. It keeps honest
 * forms honest; a question can always be worded around it, so the form itself warns the user too.
 */
export function asksForSecret(text: string): boolean {
  const plain = plainWords(text);
  const squeezed = plain.replaceAll(' ', '');
  return (
    phrases.some((phrase) => squeezed.includes(phrase)) ||
    plain.split(' ').some((word) => words.has(word))
  );
}

/** `cardNumber`, `card_number` and `Card  númber` are all `card number`. */
function plainWords(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
