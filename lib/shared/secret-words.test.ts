import { describe, expect, it } from 'vitest';
import { asksForSecret, plainWords, secretKindOf, type SecretKind } from './secret-words';

const secrets: Record<SecretKind, string[]> = {
  password: [
    ...['Password', 'Your passwords', 'pass-word', 'p a s s w o r d', 'pass\u200bword'],
    ...[
      'ｐａｓｓｗｏｒｄ',
      'Passwort',
      'mot de passe',
      'Contraseña',
      'contrasena',
      'Пароль',
      '密码',
    ],
    ...['パスワード', '비밀번호', 'PIN', 'your pin', 'Şifre', 'senha', 'userpassword', 'pwd2'],
  ],
  'one-time-code': [
    ...['OTP', 'One time code', '2FA code', 'verification_code', 'recoveryCode', 'otp1'],
    ...['One-time password', 'Einmalpasswort', 'ワンタイムパスワード', 'Security code', '验证码'],
  ],
  card: [
    ...['Card number', 'cardNumber', 'card_number', 'creditcard', 'CVV', 'cvc2'],
    ...['Numéro de carte', 'Card no.', 'Card verification code', 'ccnumber', 'encryptedCardNumber'],
  ],
  key: ['API key', 'apiKey', 'x-api-key', 'seed phrase', 'Private key'],
};

describe('a label', () => {
  it.each(
    Object.entries(secrets).flatMap(([kind, labels]) => labels.map((label) => [label, kind])),
  )('%s asks for a secret: %s', (label, kind) => {
    expect(asksForSecret(label)).toBe(true);
    expect(secretKindOf(label)).toBe(kind);
  });

  it.each([
    ...['Name', 'Postcode', 'Opinion', 'Spinning class', 'Promo code', 'Country code', 'Passport'],
    ...['Number of guests', 'Business card text', 'Key facts', 'Optional note', 'City', ''],
    ...[
      'Map key',
      'Acc. number',
      'Gift card note',
      'Report card notes',
      'Pincode',
      'Discount code',
    ],
  ])('%s does not', (label) => {
    expect(asksForSecret(label)).toBe(false);
    expect(secretKindOf(label)).toBeUndefined();
  });
});

describe('the plain words of a label', () => {
  it.each(['cardNumber', 'card_number', ' Card  númber: ', 'ＣＡＲＤ\u200b-number'])(
    'are the same for %s',
    (label) => {
      expect(plainWords(label)).toBe('card number');
    },
  );
});
