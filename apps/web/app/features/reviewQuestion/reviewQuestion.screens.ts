import { screen } from '#kit/screen'

export const reviewQuestionScreens = [
  screen('reviewQuestion/list', 'features/reviewQuestion/QuestionList.tsx'),
  screen('reviewQuestion/create', 'features/reviewQuestion/QuestionCreate.tsx'),
  screen('reviewQuestion/edit/:uniqueId', 'features/reviewQuestion/QuestionEdit.tsx'),
  screen('reviewQuestion/show/:uniqueId', 'features/reviewQuestion/QuestionShow.tsx'),
]
