import { z } from 'zod'

export const languages = ['en', 'es', 'fr', 'de', 'it'] as const
export type Language = (typeof languages)[number]

export const language = z.enum(languages, 'This language is not available')
