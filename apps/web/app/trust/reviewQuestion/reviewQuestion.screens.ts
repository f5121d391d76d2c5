import { screen } from '#kit/screen'

export const reviewQuestionScreens = [
  screen('reviewQuestion/list', 'trust/reviewQuestion/QuestionList.tsx'),
  screen('reviewQuestion/create', 'trust/reviewQuestion/QuestionCreate.tsx'),
  screen('reviewQuestion/edit/:uniqueId', 'trust/reviewQuestion/QuestionEdit.tsx'),
  screen('reviewQuestion/show/:uniqueId', 'trust/reviewQuestion/QuestionShow.tsx'),
]
