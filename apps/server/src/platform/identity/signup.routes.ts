import { signUpApi } from '@tradewind/contract/platform/signup.contract'
import { routes } from '#kit/http/routes'
import { type Needs, signUp } from './signup.ts'

export const signUpRoutes = (needs: Needs) => routes(signUpApi, { create: signUp(needs) })
