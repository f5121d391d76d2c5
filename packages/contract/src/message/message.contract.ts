import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'

export const languages = ['en', 'es', 'fr', 'de', 'it'] as const
export type Language = (typeof languages)[number]

export const messageApi = {
  translations: endpoint({
    method: 'GET',
    path: '/api/message/translations/',
    who: 'anyone',
    about: 'The texts of the pages: English text to the text in the language asked for. What is missing reads as its English.',
    input: z.strictObject({ lang: z.enum(languages, 'This language is not spoken here').optional() }),
    reply: z.record(z.string(), z.string()),
  }),
}
