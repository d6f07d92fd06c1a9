//! Descriptions in Chinese, which put no space between words: "获取页面列表".

use super::text::TextWord;
use super::{SentenceReading, SentenceVerb};

/// Verbs with which a description begins that only reads.
#[rustfmt::skip]
const READING: [&str; 36] = [
    "获取", "查询", "搜索", "列出", "查看", "检索", "读取", "显示", "返回", "查找", "浏览", "统计",
    "獲取", "查詢", "搜尋", "搜索", "檢視", "讀取", "顯示", "計算",
    "提取", "解析", "分析", "比较", "对比", "检查", "验证", "计算", "预览", "评估", "识别", "诊断", "汇总",
    "估算", "预测", "檢查",
];

/// Words before the verb that say how it is done: in bulk, at once, in one go, in real time, quickly, page by page.
#[rustfmt::skip]
const MANNERS: [&str; 9] = [
    "批量", "同时", "一次性", "实时", "快速", "分页", "模糊", "高级", "精确",
];

/// What says anywhere in it that something may be written. Most are nouns too: then nothing is said.
#[rustfmt::skip]
const WRITING: [&str; 48] = [
    "创建", "新建", "新增", "添加", "增加", "删除", "移除", "更新", "修改", "编辑", "设置", "发送", "发布",
    "执行", "运行", "保存", "写入", "清空", "清除", "上传", "取消", "启动", "停止", "关闭", "重启", "下单",
    "登录", "提交", "部署", "安装", "移动", "重命名", "替换", "导入", "下载", "生成", "建立", "刪除", "修改",
    "設定", "發送", "執行", "儲存", "上傳", "啟動", "停用", "标记", "点赞",
];

/// What a description says that begins so and says nothing of writing.
pub(super) fn read(tokens: &[TextWord<'_>]) -> Option<SentenceReading> {
    let first = tokens.first().filter(|first| !first.word.is_ascii())?;
    let manner = MANNERS
        .iter()
        .find_map(|manner| first.word.strip_prefix(*manner));
    let word = manner.unwrap_or(first.word);
    let verb = READING.iter().find(|verb| word.starts_with(**verb))?;
    let writes = |token: &TextWord<'_>| {
        !token.word.is_ascii() && WRITING.iter().any(|verb| token.word.contains(verb))
    };
    let lead = SentenceVerb::of("read").filter(|_| !tokens.iter().any(writes))?;
    Some(SentenceReading {
        lead: Some(SentenceVerb {
            word: (*verb).to_owned(),
            ..lead
        }),
        ..SentenceReading::default()
    })
}
