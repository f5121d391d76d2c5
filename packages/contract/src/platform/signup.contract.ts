import { z } from 'zod'
import { done, endpoint, upload } from '../kit/endpoint.ts'
import { emailAddress, nameText, optionalName, visiting } from '../kit/fields.ts'

const NO_COMPANY = 'Company Name is required!'

/** A free account for whoever asks. It is good once its address is proved: by the link that is mailed, a password is chosen. */
export const signUpApi = {
  create: endpoint({
    method: 'POST',
    path: '/api/admin/signup',
    who: 'anyone',
    about:
      'Creates a free account, whatever role is sent, and mails a link that proves the address. A known address gets the same answer, and its owner a mail.',
    input: z.strictObject({
      firstName: nameText('First name'),
      middleName: optionalName('Middle name'),
      lastName: nameText('Last name'),
      emailAddress: emailAddress(),
      userCompanyName: z.string(NO_COMPANY).trim().min(1, NO_COMPANY).pipe(nameText('Company name')),
      file: upload.optional(),
      /** Where who signs up was going: a page of ours, to which the mailed link leads on. */
      next: z
        .string()
        .max(300)
        .regex(/^\/(?!\/)[\w\-/.?=&%+]*$/, 'This is not a page of this site')
        .optional(),
      /** Known to be sent, and passed over. */
      adminRole: z.unknown().optional(),
      reviewsSearchEnabled: z.unknown().optional(),
      ...visiting,
    }),
    reply: done,
    bodyLimit: 32 * 1024,
    says: 'Your free account has been created successfully! Please check your email for further instructions!',
  }),
}
